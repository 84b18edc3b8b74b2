interface Call {
  readonly service: string;
  readonly operation: string;
  readonly method: string;
}

/** What a policy calls a service, if it is not the name with which requests to it are signed. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

/** The right that a call needs, as a policy names it: `lambda:GetPolicy`. API Gateway has one for each method. */
export function iamActionOf({ service, operation, method }: Call): string {
  const action = service === 'apigateway' ? method : operation;
  return `${prefixes[service] ?? service}:${action}`;
}
