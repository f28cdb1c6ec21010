const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

/** Our names for better-auth's tables and columns; those it does not need are not there. */
export const TABLES = {
  user: { modelName: 'users', fields: { ...TIMES, email: 'sign_in_email' } },
  session: {
    modelName: 'sessions',
    fields: {
      ...TIMES,
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  },
  account: {
    modelName: 'sign_in_methods',
    fields: { ...TIMES, userId: 'user_id', providerId: 'provider_id', accountId: 'account_id' },
  },
  verification: {
    modelName: 'sign_in_challenges',
    fields: { ...TIMES, expiresAt: 'expires_at' },
    storeIdentifier: 'hashed',
  },
} as const;

export const TWO_FACTOR_TABLES = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'second_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verifications',
      lockedUntil: 'locked_until_at',
    },
  },
} as const;

export const PASSKEY_TABLE = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const;
