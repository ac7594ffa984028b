/** The exports of zod that the contracts and the command use. A build of the command contains only these. */
export const zodNames = {
  /** Functions that create a schema. */
  functions:
    `array boolean discriminatedUnion email enum int ipv4 ipv6 literal looseObject null number object preprocess record
    strictObject string union unknown url`.split(/\s+/),
  namespaces: ['iso'],
  others: ['NEVER', 'ZodError', 'ZodType'],
};
