import type { Hook } from '../setup/recording-proxy.ts';

const template = {
  Resources: {
    Any: {
      Type: 'AWS::Lambda::Function',
      Properties: { Tags: [{ Key: 'stage', Value: 'production' }] },
    },
  },
};

/**
 * CloudFormation, as far as it tells a command about a stack with these outputs. The model in ../setup/aws-model has one
 * stack only, and the tests of tokens need two with different APIs.
 */
export function cloudformation(
  outputsOf: (stack: string) => Readonly<Record<string, string | undefined>>,
): Hook {
  return (response, _, { body }) => {
    const asked = new URLSearchParams(body);
    const action = `${asked.get('Action')}`;
    const result = resultOf(action, `${asked.get('StackName')}`, outputsOf);
    response.setHeader('content-type', 'text/xml');
    response.end(
      `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
    );
  };
}

function resultOf(
  action: string,
  stack: string,
  outputsOf: Parameters<typeof cloudformation>[0],
): string {
  if (action === 'GetTemplate') return `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`;
  if (action === 'ListStackResources') return '<StackResourceSummaries></StackResourceSummaries>';
  const outputs = Object.entries(outputsOf(stack)).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const id = `arn:aws:cloudformation:eu-central-1:123456789012:stack/${stack}/1`;
  const facts = `<StackName>${stack}</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><StackId>${id}</StackId>`;
  return `<Stacks><member>${facts}<Outputs>${outputs.join('')}</Outputs></member></Stacks>`;
}
