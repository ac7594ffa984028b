/** Rounds the numbers in the text that a method returns. */
export function rounded(_target: object, _name: string, method: TypedPropertyDescriptor<() => string>): void {
  const { value } = method;
  method.value = function (this: unknown) {
    const text = value?.call(this) ?? '';
    return text.replace(/\d{1,9}\.\d{1,9}/, (number) => Number(number).toFixed(2));
  };
}
