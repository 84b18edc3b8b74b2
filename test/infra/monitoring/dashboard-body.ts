interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>
  >;
}

export interface WidgetBody {
  readonly type: 'text' | 'metric' | 'alarm';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly properties: {
    readonly markdown?: string;
    readonly title?: string;
    readonly stacked?: boolean;
    readonly metrics?: readonly unknown[][];
    readonly alarms?: readonly string[];
  };
}

/** The dashboard of a template, as CloudWatch gets it, with the names of resources in place of their ids. */
export function dashboardBody({ Resources }: Template): readonly WidgetBody[] {
  const dashboard = Object.values(Resources).find(
    ({ Type }) => Type === 'AWS::CloudWatch::Dashboard',
  );
  const nameOf = (id: string): string => String(Resources[id]?.Properties['AlarmName'] ?? id);
  const body = dashboard?.Properties['DashboardBody'] as { 'Fn::Join': ['', unknown[]] };
  const text = body['Fn::Join'][1].map((part) =>
    typeof part === 'string' ? part : nameOf(referenced(part as Reference)),
  );
  return JSON.parse(text.join('')).widgets;
}

type Reference = { readonly Ref: string } | { readonly 'Fn::GetAtt': [string, string] };

function referenced(reference: Reference): string {
  return 'Ref' in reference ? reference.Ref : reference['Fn::GetAtt'][0];
}
