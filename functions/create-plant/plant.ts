export interface Plant {
  name: string;
  tag?: string;
}

export interface NewPlant extends Plant {
  id: bigint;
}

/** A plant without the fields that the contract does not know. */
export const plantOf = ({ name, tag }: Plant): Plant =>
  tag === undefined ? { name } : { name, tag };
