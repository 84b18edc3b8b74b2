@rem npm runs the scripts of package.json in cmd.exe on Windows, which has no exec.
@rem In a POSIX shell, exec makes Node the process that npm signals.
@%*
