import { isTrue } from '../../is-true.ts';

/** The rule of a composite alarm in a template: texts, with a reference to each alarm. */
export interface AlarmRule {
  readonly 'Fn::Join': readonly [
    separator: '',
    parts: readonly (string | { readonly 'Fn::GetAtt': readonly [id: string, attribute: 'Arn'] })[],
  ];
}

/** Whether a composite alarm is on, while only the alarms with these logical ids are. */
export function isOnBy({ 'Fn::Join': [, parts] }: AlarmRule, ids: readonly string[]): boolean {
  const rule = parts.map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0]));
  const verdicts = rule
    .join('')
    .replaceAll(/ALARM\("(\w+)"\)/g, (_, id) => String(ids.includes(id)))
    .replaceAll('OR', '||')
    .replaceAll('AND', '&&');
  return isTrue(verdicts);
}
