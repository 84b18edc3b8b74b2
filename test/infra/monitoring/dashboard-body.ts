import { resourceOf, type Template } from '../../synthesized.ts';

interface Graph {
  readonly title?: string;
  /** Of a heading. */
  readonly markdown?: string;
  readonly metrics?: readonly unknown[][];
  readonly alarms?: readonly string[];
}

/** What the widgets of a template's dashboard show, as CloudWatch gets it, with ids in place of references. */
export function graphsOf(template: Template): readonly Graph[] {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const parts: readonly unknown[] = Object(DashboardBody)['Fn::Join'][1];
  const text = parts.map((part) =>
    typeof part === 'string' ? part : (Object(part).Ref ?? Object(part)['Fn::GetAtt'][0]),
  );
  const { widgets } = JSON.parse(text.join(''));
  return widgets.map(({ properties }: { properties: Graph }) => properties);
}
