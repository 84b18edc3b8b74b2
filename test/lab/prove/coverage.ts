import type { Figure } from './figure.ts';

interface Share {
  readonly covered: number;
  readonly total: number;
}

/** Of vitest's json-summary report. */
export interface CoverageSummary {
  readonly total: Readonly<Record<'lines' | 'branches' | 'functions', Share>>;
}

export function coverageFigure({ total }: CoverageSummary): Figure {
  return {
    part: 'coverage',
    claim: 'What the tests run of functions/',
    figure: (['lines', 'branches', 'functions'] as const)
      .map((name) => `${total[name].covered} of ${total[name].total} ${name}`)
      .join(', '),
  };
}
