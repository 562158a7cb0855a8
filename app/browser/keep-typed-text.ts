/**
 * React 18, when it takes over a page, writes the text that the page came with into every `<textarea>` that had some
 * (`postMountWrapper` of ReactDOMTextarea), over what the reader has typed while the scripts were on their way. Until
 * the function that this returns is called, such writes do nothing to the text areas that are there now; the reader's
 * own typing does not come this way. Inputs and selects are left alone by React.
 */
export function keepTypedText(): () => void {
  const areas = [...document.querySelectorAll("textarea")];
  const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  for (const area of areas) {
    Object.defineProperty(area, "value", {
      configurable: true,
      enumerable: true,
      get: () => native?.get?.call(area) as unknown,
      set: () => {},
    });
  }
  return () => {
    for (const area of areas) Reflect.deleteProperty(area, "value");
  };
}
