// A hook of the page: the width that plots are drawn for.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** An element's width in px, now and whenever it changes; undefined until it is in the page. */
export function useWidth<E extends HTMLElement>() {
  const box = useRef<E>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
