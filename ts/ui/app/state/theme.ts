import { signal } from "@preact/signals";

/** `system` follows the operating system. */
export type Theme = "system" | "light" | "dark";

const KEY = "tamis-theme";

export const theme = signal<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? "system");
/** Grows whenever colours change, so that a painted canvas is painted anew. */
export const colours = signal(0);

/** Chooses a theme, for the next visits, too. */
export function chooseTheme(value: Theme): void {
  theme.value = value;
  if (value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  try {
    if (value === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // It lasts as long as the page then.
  }
  colours.value++;
}

/** Tells when the system's theme changes. */
export function followTheme(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colours.value++;
  });
}

/** The colour that a custom property has now. */
export const colourOf = (name: string): string => {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};
