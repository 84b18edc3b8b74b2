import { typed } from '../../../shared/terminal/script.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { askServed, closeFunction, type Served } from './reservations.ts';

export const close = stageCommand({
  does: 'Refuses all requests of clients: they get 503, which they repeat.',
  usage: 'close',
  remark:
    'No instance of a function with a route runs any more. The authorizer goes on, and a deploy opens nothing.',
  changes: true,
  read: () => closeStage,
});

async function closeStage({ clients, stage, terminal, carryOut }: StageContext): Promise<void> {
  const served = await askServed(clients.lambda, stage);
  const open = served.filter(({ reserved }) => reserved !== 0);
  if (open.length === 0) {
    terminal.note(`The stage ${stage.stageName} is closed already. Nothing was changed.`);
    return;
  }
  const steps = open.map((one) => ({
    does: `Let Lambda start no instance of ${one.name} (${one.routes.join(', ')})`,
    work: () => closeFunction(clients.lambda, one),
  }));
  const undo = typed('night', `open --stack ${stage.stackName}`);
  const afterwards = [
    'All requests get 503 within a minute. A release that moves is stopped, because its alarms fire.',
    `Remove the reason before you open it: ${undo}`,
  ];
  const limits = open.flatMap(lostLimit);
  await carryOut({ steps, undo: [undo, ...limits].join('\n'), afterwards });
}

/** A limit that is replaced by 0. */
function lostLimit({ name, physical, reserved }: Served): string[] {
  if (reserved === undefined) return [];
  const command = `aws lambda put-function-concurrency --function-name ${physical} --reserved-concurrent-executions ${reserved}`;
  return [
    `${name} was limited to ${reserved} instances. After it is open, limit it again: ${command}`,
  ];
}
