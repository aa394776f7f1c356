# Writes the manual page and the shell completions from the program's own help, so that they cannot
# say anything else. cmake -D PROGRAM= -D VERSION= -D OUTPUT= -P documents.cmake

cmake_minimum_required(VERSION 3.25)

# CMake's lists trip over these three; they are hidden while a text is a list of lines.
string(ASCII 1 hidden_semicolon)
string(ASCII 2 hidden_open)
string(ASCII 3 hidden_close)

# ask(<variable> <argument>...): what the program prints.
function(ask variable)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=CLICOLOR_FORCE LC_ALL=C NO_COLOR=1 COLUMNS=80
            "${PROGRAM}" ${ARGN}
    OUTPUT_VARIABLE text
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "gpuplan ${command}: exit code ${result}")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# lines_of(<variable> <text>): a list of lines, to be passed through `shown` before they are printed.
function(lines_of variable text)
  string(REPLACE ";" "${hidden_semicolon}" text "${text}")
  string(REPLACE "[" "${hidden_open}" text "${text}")
  string(REPLACE "]" "${hidden_close}" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(shown variable text)
  string(REPLACE "${hidden_semicolon}" ";" text "${text}")
  string(REPLACE "${hidden_open}" "[" text "${text}")
  string(REPLACE "${hidden_close}" "]" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

function(roff variable text)
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Verbs and their summaries are the lines of the overview that are indented by two, up to the exit
# codes.
ask(overview --help)
string(REGEX REPLACE "\nExit codes.*" "\n" commands "${overview}")
lines_of(commands "${commands}")
set(verbs "")
foreach(line IN LISTS commands)
  if(line MATCHES "^  ([a-z][a-z-]*)  *([^ ].*)$")
    list(APPEND verbs "${CMAKE_MATCH_1}")
    shown(summary_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endif()
endforeach()
if(NOT verbs)
  message(FATAL_ERROR "gpuplan --help lists no commands")
endif()

set(page ".TH GPUPLAN 1 \"\" \"gpuplan ${VERSION}\" \"User Commands\"
.SH NAME
gpuplan \\- which cloud accelerators to rent for a deep\\-learning job, and what it costs
.SH SYNOPSIS
.B gpuplan
.I COMMAND
[\\fIOPTIONS\\fR]
.SH DESCRIPTION
.nf
")
roff(text "${overview}")
string(APPEND page "${text}.fi\n.SH COMMANDS\n")
set(bash_cases "")
set(fish_lines "")
set(zsh_verbs "")
set(zsh_cases "")
foreach(verb IN LISTS verbs)
  ask(help ${verb} --help)
  roff(text "${help}")
  roff(name "${verb}")
  string(APPEND page ".SS gpuplan ${name}\n.nf\n${text}.fi\n")

  set(options "")
  lines_of(lines "${help}")
  foreach(line IN LISTS lines)
    if(line MATCHES "^ +(-.*)$")
      # The names come first; two spaces or a placeholder end them.
      string(REGEX REPLACE "  .*" "" names "${CMAKE_MATCH_1}")
      string(REGEX MATCHALL "--[a-z][a-z0-9-]*" found "${names}")
      list(APPEND options ${found})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES options)
  list(JOIN options " " words)
  string(APPEND bash_cases "    ${verb}) words='${words}' ;;\n")
  string(REPLACE "'" "" summary "${summary_${verb}}")
  string(REPLACE ":" "\\:" zsh_summary "${summary}")
  string(APPEND zsh_verbs "    '${verb}:${zsh_summary}'\n")
  string(APPEND zsh_cases "    ${verb}) compadd -- ${words} ;;\n")
  string(APPEND fish_lines
         "complete -c gpuplan -n __fish_use_subcommand -f -a ${verb} -d '${summary}'\n")
  foreach(option IN LISTS options)
    string(REGEX REPLACE "^--" "" option "${option}")
    string(APPEND fish_lines
           "complete -c gpuplan -n '__fish_seen_subcommand_from ${verb}' -l ${option}\n")
  endforeach()
endforeach()
string(APPEND page ".SH ENVIRONMENT
.TP
.B NO_COLOR
Set and not empty: no colour.
.TP
.B CLICOLOR_FORCE
Set and not 0: colour even where the output is not a terminal.
.TP
.B COLUMNS
Width of tables.
")

list(JOIN verbs " " verb_words)
file(WRITE "${OUTPUT}/gpuplan.1" "${page}")
file(WRITE "${OUTPUT}/gpuplan.bash" "# Completion of gpuplan ${VERSION} for bash.
_gpuplan() {
  local words=''
  local current=\${COMP_WORDS[COMP_CWORD]}
  case \${COMP_WORDS[1]} in
${bash_cases}  esac
  if ((COMP_CWORD == 1)); then
    words='${verb_words} help --help --version'
  elif [[ $current != -* ]]; then
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")
}
complete -o default -F _gpuplan gpuplan
")
file(WRITE "${OUTPUT}/_gpuplan" "#compdef gpuplan
# Completion of gpuplan ${VERSION} for zsh.
if ((CURRENT == 2)); then
  local -a verbs=(
${zsh_verbs}  )
  _describe command verbs
elif [[ \${words[CURRENT]} == -* ]]; then
  case \${words[2]} in
${zsh_cases}  esac
else
  _files
fi
")
file(WRITE "${OUTPUT}/gpuplan.fish" "# Completion of gpuplan ${VERSION} for fish.
${fish_lines}")
