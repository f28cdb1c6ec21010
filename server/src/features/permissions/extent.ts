/** A part of an organization's data: what is in some of its workspaces, and what one person made or used wherever it is. */
export interface PartlyExtent {
  readonly workspaceIds: readonly string[];
  readonly userId: string | undefined;
}

/** The part of an organization's data that something may be done with. */
export type Extent = 'everything' | PartlyExtent;

export const EVERYTHING: Extent = 'everything';

export function isPartly(extent: Extent): extent is PartlyExtent {
  return extent !== 'everything';
}
