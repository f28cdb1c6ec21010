import { createCodeSignIn, type CodeSignInParts } from './code-sign-in.ts';
import { DesktopTurns } from './desktop-turns.ts';

interface OAuthParts extends CodeSignInParts {
  readonly nodeId: string;
}

export function openOAuth(parts: OAuthParts) {
  const { db, clock, log, dataKey, sealing, limits, baseUrl, credentialsChanged, nodeId } = parts;
  return {
    codeSignIn: createCodeSignIn({ db, clock, log, dataKey, sealing, limits, baseUrl, credentialsChanged }),
    desktopTurns: new DesktopTurns({ db, clock, log, limits }, nodeId),
  };
}
