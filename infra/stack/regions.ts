/** The settings of a stage that say where it is. */
export interface StageRegions {
  readonly homeRegion: string | undefined;
  readonly replicaRegions: readonly string[];
  readonly strongConsistency: boolean;
  readonly witnessRegion: string | undefined;
  readonly certificateArn: readonly string[];
}

/** Where a stage answers requests, its home first; none is known of a stage without a homeRegion. */
export function servingRegions({ homeRegion, replicaRegions }: StageRegions): string[] {
  return homeRegion === undefined ? [] : [homeRegion, ...replicaRegions];
}

/** The certificate for the stack of a region; a stage without a homeRegion has one at most. */
export function certificateFor(region: string | undefined, { certificateArn }: StageRegions) {
  return region === undefined
    ? certificateArn[0]
    : certificateArn.find((arn) => regionOf(arn) === region);
}

// https://aws.amazon.com/about-aws/whats-new/2026/09/dynamodb-mrsc-additional-regions/ (any three of them)
const stronglyConsistent: readonly string[] = [
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-southeast-1'],
  ...['ca-central-1', 'eu-central-1', 'eu-north-1', 'eu-south-2', 'eu-west-1', 'eu-west-2'],
  ...['eu-west-3', 'us-east-1', 'us-east-2', 'us-west-2'],
];

/** Why these settings cannot be together; undefined if they can. */
export function regionProblem(settings: StageRegions): string | undefined {
  const { homeRegion, replicaRegions } = settings;
  if (homeRegion !== undefined && replicaRegions.includes(homeRegion)) {
    return `replicaRegions must leave out ${homeRegion}, where the stack itself is`;
  }
  return certificateProblem(settings) ?? consistencyProblem(settings);
}

function certificateProblem(settings: StageRegions): string | undefined {
  const { certificateArn, homeRegion } = settings;
  if (certificateArn.length === 0) return undefined;
  if (homeRegion === undefined) {
    return certificateArn.length === 1
      ? undefined
      : 'certificateArn can name several only with a homeRegion';
  }
  const regions = servingRegions(settings);
  const named = certificateArn.map(regionOf).toSorted();
  return named.join() === regions.toSorted().join()
    ? undefined
    : `certificateArn must name one certificate in each of ${regions.join(', ')}`;
}

/** What DynamoDB demands: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html */
function consistencyProblem(settings: StageRegions): string | undefined {
  const { homeRegion, replicaRegions, strongConsistency, witnessRegion } = settings;
  if (!strongConsistency) {
    return witnessRegion === undefined ? undefined : 'witnessRegion needs strongConsistency';
  }
  if (homeRegion === undefined) return 'strongConsistency needs a homeRegion';
  const regions = [homeRegion, ...replicaRegions, ...(witnessRegion ? [witnessRegion] : [])];
  if (replicaRegions.length === 0 || regions.length !== 3 || new Set(regions).size !== 3) {
    return 'strongConsistency needs three regions: homeRegion with two replicaRegions, or with one and a witnessRegion';
  }
  const unfit = regions.find((region) => !stronglyConsistent.includes(region));
  return (
    unfit &&
    `strongConsistency is not to be had in ${unfit}, only in ${stronglyConsistent.join(', ')}`
  );
}

function regionOf(arn: string): string | undefined {
  return arn.split(':')[3];
}
