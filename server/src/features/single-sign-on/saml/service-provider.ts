/** This service as the provider of one connection knows it. A connection has addresses of its own, so that no response fits two of them. */
export interface ServiceProvider {
  readonly entityId: string;
  readonly acsUrl: string;
}

export function serviceProviderOf(baseUrl: string, connectionId: string): ServiceProvider {
  const base = `${baseUrl}/sso/${connectionId}`;
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
}
