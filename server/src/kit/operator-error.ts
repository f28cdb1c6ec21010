/**
 * An error whose message is a sentence for the operator, to be printed as it is: it quotes neither secrets nor other
 * systems' text. The message of any other error is not shown.
 */
export class OperatorError extends Error {}
