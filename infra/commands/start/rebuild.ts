import { sentenceOf } from '../../terminal/problem.ts';
import type { Assembly } from '../synthesis/synthesis.ts';
import type { RunningPlantStore } from './service.ts';

/** Swaps a fresh build in, or else says why the old one stays; gives the new one. */
export async function rebuild(
  { swap }: Pick<RunningPlantStore, 'swap'>,
  synthesize: () => Promise<Assembly>,
  say: (text: string) => void,
): Promise<Assembly | undefined> {
  let next: Assembly | undefined;
  try {
    next = await synthesize();
    await swap(next.folder);
    say('Rebuilt: from now on the new functions answer.');
    return next;
  } catch (error) {
    next?.remove();
    say(`The old functions go on. ${sentenceOf(error)}`);
    return undefined;
  }
}
