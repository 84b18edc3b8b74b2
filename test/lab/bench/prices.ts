/**
 * List prices in US dollars for US East (N. Virginia and Ohio) without free tiers, compared in November 2026
 * with published readings of AWS's price list. Other regions differ; AWS's own list is at
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html
 */
export const prices = {
  // https://aws.amazon.com/api-gateway/pricing/ (HTTP APIs, the first 300 million a month, each up to 512 KB)
  gatewayRequest: 1 / 1e6,
  // https://aws.amazon.com/lambda/pricing/ (arm64)
  invocation: 0.2 / 1e6,
  gigabyteSecond: 0.000_013_333_4,
  gigabyteSecondOnX86: 0.000_016_666_7,
  // https://aws.amazon.com/dynamodb/pricing/on-demand/ (a write is up to 1 KB, a consistent read up to 4 KB)
  writeUnit: 0.625 / 1e6,
  readUnit: 0.125 / 1e6,
  // https://aws.amazon.com/cloudwatch/pricing/
  loggedGigabyte: 0.5,
  metricMonth: 0.3,
  alarmMetricMonth: 0.1,
  /** Contributor Insights for DynamoDB: one for the keys that are throttled. */
  insightRuleMonth: 0.5,
  compositeAlarmMonth: 0.5,
  dashboardMonth: 3,
  // https://aws.amazon.com/xray/pricing/
  trace: 5 / 1e6,
  // https://aws.amazon.com/kms/pricing/
  keyMonth: 1,
  // https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer
  sentGigabyte: 0.09,
  /** To another region of the same continent. */
  replicatedGigabyte: 0.02,
  gigabyteToOhio: 0.01,
} as const;
