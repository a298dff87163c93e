/** Calls back when the element is first to be seen; the returned function ends the wait. */
export function whenVisible(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
