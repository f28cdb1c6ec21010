/** The directory of an organization, read for this request by the token it sent. */
export interface DirectoryCaller {
  readonly tokenId: string;
  readonly organizationId: string;
  /** Whoever made the token. */
  readonly createdBy: string;
}
