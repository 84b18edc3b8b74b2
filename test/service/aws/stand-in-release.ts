import type { StandInStage } from './stand-in-stage.ts';

/** A release of both functions. Authorize, the second one, moves until an alarm takes the release back. */
export function createRelease(stage: StandInStage) {
  let hasBegun = false;
  let alarmIsOn = false;
  let looks = 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();

  const answers = {
    SetAlarmState: () => {
      alarmIsOn = true;
      return {};
    },
    GetAlias: ({ FunctionName }: { FunctionName: string }) => {
      if (alarmIsOn) return { FunctionVersion: stage.versionAfter };
      const isMoving = hasBegun && stage.moves && FunctionName.includes('Authorize');
      const RoutingConfig = isMoving ? { AdditionalVersionWeights: { 2: 0.1 } } : {};
      return { FunctionVersion: '1', RoutingConfig };
    },
    DescribeStacks: () => {
      if (!hasBegun) return { Stacks: [{ StackStatus: 'CREATE_COMPLETE' }] };
      looks += 1;
      if (looks <= stage.looksBeforeEnd) return { Stacks: [{ StackStatus: 'UPDATE_IN_PROGRESS' }] };
      end();
      return { Stacks: [{ StackStatus: stage.end }] };
    },
  };

  /** It ends when the stack is in its last state, or at once if nothing moves. */
  async function deploy(): Promise<void> {
    hasBegun = true;
    if (stage.moves) await ended;
  }

  return { answers, deploy };
}
