type Name =
  | 'PLANTS_TABLE_NAME'
  | 'TOKENS_TABLE_NAME'
  | `${'CREATE_PLANT' | 'AUTHORIZE'}_VERSION`
  | `AWS_${'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY' | 'SESSION_TOKEN' | 'REGION'}`
  | `AWS_ENDPOINT_URL_${'DYNAMODB' | 'LAMBDA' | 'CODEDEPLOY' | 'MONITORING'}`;

/** Reads a variable that the stack or Lambda sets. It is read at start, so that a missing one is found immediately. */
export function environment(name: Name): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
