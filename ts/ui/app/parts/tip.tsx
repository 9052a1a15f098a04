import { useRef, useState } from "preact/hooks";
import { visibleLine } from "../text/visible.js";

const WIDTH_PX = 320;

/** A question mark with a tooltip: by pointer, by keyboard focus, and for screen readers. Escape hides it. */
export function Tip({ id, text, about }: { id: string; text: string; about: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ left: string; width: string; top?: string; bottom?: string }>();
  const show = () => {
    const box = button.current?.getBoundingClientRect();
    if (box === undefined) return;
    const width = Math.min(WIDTH_PX, innerWidth - 16);
    const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
    // Above where there is little room below.
    const isLow = box.bottom > 0.6 * innerHeight;
    const high = isLow ? { bottom: `${innerHeight - box.top + 6}px` } : { top: `${box.bottom + 6}px` };
    setPlace({ left: `${left}px`, width: `${width}px`, ...high });
  };
  const hide = () => setPlace(undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard
    <span class="tip" onMouseEnter={show} onMouseLeave={hide}>
      <button
        ref={button}
        type="button"
        class="tip-button"
        aria-label={`About ${about}`}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={({ key }) => {
          if (key === "Escape") hide();
        }}
      >
        ?
      </button>
      <span id={id} role="tooltip" class={place === undefined ? "tip-text unseen" : "tip-text"} style={place ?? {}}>
        {visibleLine(text, 1000)}
      </span>
    </span>
  );
}
