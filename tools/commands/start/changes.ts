import { functions } from '../../../infra/service.ts';
import { generate } from '../../contract/contract-code.ts';
import { textOf } from '../terminal/sentence.ts';
import { watchFiles } from './watch.ts';

interface Changes {
  readonly project: string;
  /** Serves the functions as their files are now. */
  readonly reload: () => Promise<void>;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Serves each saved change of a function, or of the contract, until the signal. */
export async function serveChanges({ project, reload, print, signal }: Changes): Promise<void> {
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      print(`The old functions stay in use. ${await reasonFor(error)}`);
    }
  };
  await Promise.all([
    // A new validator is a change of a function.
    watchFiles('openapi.yaml', project, signal, () => attempt(() => generate())),
    watchFiles('functions/**/*.ts', project, signal, () =>
      attempt(async () => {
        const begun = performance.now();
        await reload();
        const milliseconds = Math.round(performance.now() - begun);
        print(
          `The new functions are in use after ${milliseconds} ms. Types are not checked: npx tsc does that.`,
        );
      }),
    ),
  ]);
}

/** Some errors of V8 have no place. The build knows it. */
async function reasonFor(error: unknown): Promise<string> {
  if (!(error instanceof SyntaxError)) return textOf(error);
  const { compile } = await import('../../../infra/bundle/bundle.ts');
  try {
    for (const source of Object.values(functions)) compile(source);
  } catch (problem) {
    return textOf(problem);
  }
  return textOf(error);
}
