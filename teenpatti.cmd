@echo off
rem The launcher for Windows, a twin of the file teenpatti. UNTESTED: it was written without a Windows machine at hand.
rem
rem   teenpatti             play
rem   teenpatti test        all tests (the quick checks too)
rem   teenpatti test ARGS   pytest alone, with these arguments
rem   teenpatti ARGS        the command line tool
setlocal enableextensions
set "here=%~dp0"
set "venv=%here%.venv"
set "py=%venv%\Scripts\python.exe"
set "uv=%venv%\Scripts\uv.exe"
set "stamp=%venv%\stamp-run.txt"
set "PYTHONHOME="
set "PYTHONPATH="
set "VIRTUAL_ENV="
set "PIP_USER=0"

rem The stamp is what the environment was made from: the checkout's place, the locks and pyproject.toml.
set "now=%TEMP%\teenpatti-%RANDOM%%RANDOM%.txt"
> "%now%" echo %here%
type "%here%pyproject.toml" "%here%requirements\bootstrap.txt" "%here%requirements\run.txt" >> "%now%" 2>nul
if not exist "%py%" goto setup
fc /b "%now%" "%stamp%" >nul 2>&1 && goto ready

:setup
echo Setting up teenpatti ^(once^) ... 1>&2
set "python="
for %%p in ("py -3" "python" "python3") do if not defined python (
    %%~p -c "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && set "python=%%~p"
)
if not defined python (
    echo teenpatti: Python 3.11 or newer is needed. Install it, then type: teenpatti 1>&2
    del "%now%" >nul 2>&1
    exit /b 1
)
if exist "%stamp%" del "%stamp%"
%python% -m venv --clear "%venv%" 1>&2 || goto failed
"%py%" -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r "%here%requirements\bootstrap.txt" 1>&2 || goto failed
"%uv%" pip install --quiet --python "%py%" --compile-bytecode --require-hashes -r "%here%requirements\run.txt" 1>&2 || goto failed
"%uv%" pip install --quiet --python "%py%" --compile-bytecode --no-deps --no-build-isolation --editable "%here%." 1>&2 || goto failed
copy /y "%now%" "%stamp%" >nul || goto failed

:ready
del "%now%" >nul 2>&1
if "%~1"=="test" goto test
"%venv%\Scripts\teenpatti.exe" %*
exit /b %errorlevel%

:test
fc /b "%here%requirements\test.txt" "%venv%\stamp-test.txt" >nul 2>&1 && goto tests
"%uv%" pip install --quiet --python "%py%" --compile-bytecode --require-hashes -r "%here%requirements\test.txt" 1>&2 || goto failed
copy /y "%here%requirements\test.txt" "%venv%\stamp-test.txt" >nul || goto failed
:tests
cd /d "%here%"
set "args="
:next
shift
if not "%~1"=="" set "args=%args% %1" & goto next
if defined args (
    "%py%" -m pytest %args%
    exit /b
)
set "bad=0"
"%py%" -m ruff check . || set "bad=1"
"%py%" -m ruff format --check . || set "bad=1"
"%py%" -m mypy || set "bad=1"
"%venv%\Scripts\lint-imports.exe" --no-logo || set "bad=1"
"%py%" -m pytest --cov --cov-report=term || set "bad=1"
"%py%" -m coverage report --include=src/teenpatti/game/* --fail-under=100 || set "bad=1"
exit /b %bad%

:failed
del "%now%" >nul 2>&1
echo teenpatti: setting up failed, the lines above say why. Then type again: teenpatti 1>&2
exit /b 1
