import { Annotations, type Stack } from 'aws-cdk-lib';
import { serviceName } from '../../functions/service.ts';
import type { Settings } from '../settings.ts';

/** Warns at each synthesis if nobody gets the alarms of a stage. */
export function warnIfNobodyIsCalled(stack: Stack, settings: Settings): void {
  const { alarmEmail, disposable, monitoring, ticketEmail } = settings;
  const { stackName } = stack;
  const warn = (id: string, text: string) =>
    Annotations.of(stack).addWarningV2(`${serviceName}:${id}`, text);
  const setIt = (name: string) => `Set ${name} for this stage in cdk.json, or set it to none.`;
  if (!disposable && alarmEmail === undefined) {
    const text = `No one is notified when an alarm of ${stackName} fires.`;
    warn('nobody-is-called', `${text} ${setIt('alarmEmail')}`);
  }
  const hasAddress = [alarmEmail, ticketEmail].some((addresses) => addresses?.length);
  if (!hasAddress) return;
  if (!monitoring) {
    warn('no-alarms', `${stackName} has addresses, but no alarms: monitoring is false.`);
  } else if (ticketEmail === undefined) {
    const text = `No one is notified of the alarms of ${stackName} that can wait.`;
    warn('nobody-gets-tickets', `${text} ${setIt('ticketEmail')}`);
  }
}
