; Offers the app for scripts in "Open with", per extension, and takes none from the program that opens them now: only
; OpenWithProgids is written, never the extension's own class.

!macro everyScript DO
  !insertmacro ${DO} "py"
  !insertmacro ${DO} "js"
  !insertmacro ${DO} "mjs"
  !insertmacro ${DO} "ts"
  !insertmacro ${DO} "sh"
  !insertmacro ${DO} "rb"
  !insertmacro ${DO} "php"
  !insertmacro ${DO} "pl"
  !insertmacro ${DO} "lua"
  !insertmacro ${DO} "r"
  !insertmacro ${DO} "go"
  !insertmacro ${DO} "rs"
  !insertmacro ${DO} "c"
  !insertmacro ${DO} "cpp"
  !insertmacro ${DO} "java"
!macroend

!macro offerScript EXT
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Strongroom.Script" ""
!macroend

!macro withdrawScript EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Strongroom.Script"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Strongroom.Script" "" "Script"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Strongroom.Script\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Strongroom.Script\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro everyScript offerScript
!macroend

!macro customUnInstall
  !insertmacro everyScript withdrawScript
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Strongroom.Script"
!macroend
