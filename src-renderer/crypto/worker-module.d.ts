/** A worker whose script is inside of the module that imports it (vite, "Import with Query Suffixes"). */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker;
  // biome-ignore lint/style/noDefaultExport: vite exports it so
  export default InlineWorker;
}
