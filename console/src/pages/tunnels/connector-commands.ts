/** How a connector is started with a token, in a shell. */
export function tokenCommands(url: string, token: string): string {
  return start([`export SVC_TUNNEL_URL=${url}`, `export SVC_TUNNEL_TOKEN=${token}`]);
}

/** The same with a certificate, in the folder with its files. The server's certificate is of the same authority. */
export function certificateCommands(url: string): string {
  return start([
    `export SVC_TUNNEL_URL=${url}`,
    'export SVC_TUNNEL_CERT=cert.pem SVC_TUNNEL_KEY=key.pem',
    'export NODE_EXTRA_CA_CERTS=ca.pem',
  ]);
}

function start(settings: readonly string[]): string {
  return [
    '# In a clone of the repository, after npm ci',
    ...settings,
    'npx --no svc-connector check   # says what is wrong, if anything is',
    'npx --no svc-connector',
  ].join('\n');
}
