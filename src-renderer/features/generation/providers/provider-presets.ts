/** Common endpoints to start from. */
export const providerPresets = [
  { id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
  { id: 'lm-studio', name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234' },
  { id: 'llama-cpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080' },
  { id: 'vllm', name: 'vLLM', baseUrl: 'http://127.0.0.1:8000' },
  { id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com' },
] as const;
