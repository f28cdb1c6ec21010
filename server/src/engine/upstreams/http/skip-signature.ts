/** In place of a signature: tells a server of Gemini not to miss it, because another engine made the call or nobody knows it (D-ENG-18). */
export const SKIP_SIGNATURE = 'skip_thought_signature_validator';
