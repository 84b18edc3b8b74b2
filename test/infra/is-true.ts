/** The value of an expression of true, false, &&, || and brackets. It throws if anything else is left in it. */
export function isTrue(expression: string): boolean {
  if (!/^(true|false|&&|\|\||[() ])+$/.test(expression)) {
    throw new Error(`This cannot be evaluated: ${expression}`);
  }
  return new Function(`return ${expression};`)();
}
