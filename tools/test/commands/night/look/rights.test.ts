import { expect, it, vi } from 'vitest';
import { optionalSettings, synthesizedWith } from '../../../../../test/setup/synthesized.ts';
import type { Answer } from '../../../../commands/night/look/answer.ts';
import { type Answers, askAll, verdictOf } from '../../../../commands/night/look/answers.ts';
import { type Asking, createAsking } from '../../../../commands/night/look/asking.ts';
import { readStage } from '../../../../commands/night/stage.ts';
import { resourcesOf } from '../../../setup/aws-model/find.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { patience, slow } from '../../../setup/slow.ts';
import { leadToEachQuestion } from './each-question.ts';

const { template } = await synthesizedWith(optionalSettings);
const { model, clients } = await useAwsModel({ template });

async function ask(asking: Asking): Promise<Answers> {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  leadToEachQuestion(model.state);
  return askAll(asking, await readStage(clients, 'PlantStore'), model.state.now);
}

/** Asks nobody: it repeats answers, and refuses one action. */
function replaying(answers: ReadonlyMap<string, Answer<never>>, refused?: string): Asking {
  const unasked = new Map<string, string>();
  return {
    unasked,
    async ask(action, input) {
      if (action !== refused) return answers.get(keyOf(action, input)) ?? expect.fail(action);
      unasked.set(action, 'AccessDeniedException');
      return { unasked: 'AccessDeniedException' };
    },
  };
}

function keyOf(action: string, input: object): string {
  return `${action} ${JSON.stringify(input)}`;
}

it('without one of its rights, a look judges the rest, and claims no more', slow, async () => {
  model.state.stack.terminationProtection = false;
  model.state.unconfirmed.push('team@example.com');
  const [route] = resourcesOf(model.state, 'AWS::ApiGatewayV2::Route');
  Object.assign(route?.properties, { AuthorizationType: 'NONE', AuthorizerId: undefined });
  const answers = new Map<string, Answer<never>>();
  const asking = createAsking(clients, patience);
  const recording: Asking = {
    ...asking,
    async ask(action, input, call) {
      const answer = await asking.ask(action, input, call);
      answers.set(keyOf(action, input), answer as Answer<never>);
      return answer;
    },
  };
  const { asked } = await ask(recording);
  const judged = async (refused?: string) =>
    verdictOf(await askAll(replaying(answers, refused), asked.stage, asked.now));
  const whole = (await judged()).findings.map(({ what }) => what);
  expect(whole.length).toBeGreaterThan(3);
  const actions = new Set([...answers.keys()].map((key) => key.replace(/ .*/, '')));
  for (const action of actions) {
    const { findings, unasked } = await judged(action);
    expect([...unasked.keys()]).toEqual([action]);
    expect(whole).toEqual(expect.arrayContaining(findings.map(({ what }) => what)));
  }
});
