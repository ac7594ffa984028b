// Credentials that are typed in stay in the memory of this page.
window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
