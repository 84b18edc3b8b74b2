/** A value that is made once in each process, although each test file loads this project's modules again. */
export function oncePerProcess<Value>(name: string, make: () => Value): Value {
  const key = Symbol.for(name);
  const kept = globalThis as { [key: symbol]: unknown };
  kept[key] ??= make();
  return kept[key] as Value;
}
