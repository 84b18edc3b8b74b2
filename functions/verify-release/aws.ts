import { AwsClient } from 'aws4fetch';

export interface AwsSettings {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly region: string;
  readonly lambdaUrl: string;
  readonly codedeployUrl: string;
}

/** The two calls that the hook makes, signed. With AWS's SDK, each would add 200 kB. */
export function awsCalls({ lambdaUrl, codedeployUrl, ...identity }: AwsSettings) {
  const client = new AwsClient({ ...identity, retries: 3 });
  const post = async (url: string, body: unknown, aws: { service: string }, headers = {}) => {
    const answer = await client.fetch(url, { body: JSON.stringify(body), headers, aws });
    if (!answer.ok) throw new Error(`${aws.service}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    /** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
    async invoke(version: string, event: unknown): Promise<unknown> {
      const path = `2015-03-31/functions/${encodeURIComponent(version)}/invocations`;
      const answer = await post(`${lambdaUrl}/${path}`, event, { service: 'lambda' });
      const text = await answer.text();
      if (answer.headers.has('x-amz-function-error'))
        throw new Error(`The function failed: ${text}`);
      return JSON.parse(text);
    },
    /** https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_PutLifecycleEventHookExecutionStatus.html */
    async report(execution: HookExecution): Promise<void> {
      await post(
        codedeployUrl,
        execution,
        { service: 'codedeploy' },
        {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
        },
      );
    },
  };
}

export interface HookExecution {
  readonly deploymentId: string;
  readonly lifecycleEventHookExecutionId: string;
  readonly status: 'Succeeded' | 'Failed';
}
