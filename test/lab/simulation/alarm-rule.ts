/** Whether a composite alarm is on, by the states of its alarms. */
export type AlarmRule = (isOn: (id: string) => boolean) => boolean;

/** Reads the parts of the grammar that are used here: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html */
export function readRule(rule: unknown): AlarmRule {
  const [, parts] = (rule as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  const ids: string[] = [];
  const text = parts.map((part) => {
    if (typeof part === 'string') return part;
    ids.push((part as { 'Fn::GetAtt': [string] })['Fn::GetAtt'][0]);
    return String(ids.length - 1);
  });
  const javascript = text
    .join('')
    .replaceAll(/ALARM\("(\d+)"\)/g, 'on($1)')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ')
    .replaceAll(/\bNOT /g, '!');
  const leftOver = javascript.replaceAll(/on\(\d+\)|&&|\|\||[!() ]/g, '');
  if (leftOver !== '') throw new Error(`Unknown in a rule: ${leftOver}`);
  const evaluate = new Function('on', `return ${javascript};`);
  return (isOn) => evaluate((index: number) => isOn(String(ids[index])));
}
