import { showProgress } from './terminal/progress.ts';

/** Code that does not fit the contract is not built. Loaded only here, because most starts need no synthesis. */
export async function beforeSynthesis(): Promise<() => void> {
  const { checkGenerated } = await import('../contract/generated.ts');
  checkGenerated();
  return showProgress('Synthesizing the stack');
}
