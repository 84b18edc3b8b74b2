import { finding, notAsked, type Question } from './question.ts';

/** The steps of the workflow before the questions, by their ids. */
const steps = {
  deploy: 'Does a first deploy succeed?',
  test: 'Does the API answer as openapi.yaml says, and lose nothing in random histories?',
  probe: 'May the probe do what it does, with keys of items as conditions of its rights?',
  look: 'Does `look` find nothing wrong in a new stage?',
} as const;

/** The context `steps` of a workflow: https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#steps-context */
export type Outcomes = Readonly<Partial<Record<string, { readonly outcome?: string }>>>;

/** What the steps have seen. Each has printed more in its own log. */
export function outcomeQuestions(outcomes: Outcomes): Question[] {
  return Object.entries(steps).map(([id, asks]) => ({
    asks,
    expected: 'success',
    ask: () => {
      const { outcome = 'skipped' } = outcomes[id] ?? {};
      const seen = `${outcome} of the step \`${id}\``;
      return outcome === 'skipped' ? notAsked(seen) : finding(seen, outcome === 'success');
    },
  }));
}
