import { forgettingSteps } from '../../shared/stage/forget-decisions.ts';
import { stageCommand } from './stage-command.ts';

export const forget = stageCommand({
  does: 'Lets the gateway ask the authorizer about each token again, for example after a restore of tokens.',
  usage: 'forget',
  changes: true,
  read:
    () =>
    async ({ clients, stage, carryOut }) => {
      const steps = forgettingSteps(clients, stage);
      await carryOut({ steps, undo: 'nothing is to be undone.', afterwards: [] });
    },
});
