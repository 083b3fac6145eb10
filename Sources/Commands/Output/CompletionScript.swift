import ArgumentParser

/// The completion script of a shell, as the parser generates it, with one addition: a command whose name may be left out, such as
/// `collect`, completes its options without its name. `aggregate --campus p` is completed like `aggregate collect --campus p`.
struct CompletionScript {
  private let shell: CompletionShell

  /// The shells that have completions.
  static let shells: [CompletionShell] = [.bash, .zsh, .fish]

  init(shell: CompletionShell) { self.shell = shell }

  /// - Parameter words: the arguments of the program; nil if they do not request the script of a known shell.
  init?(_ words: [String]) {
    guard words.count == 2, words[0] == "--generate-completion-script", let shell = CompletionShell(rawValue: words[1]) else { return nil }
    self.shell = shell
  }

  var text: String {
    // `commandline --tokens` and `--cursor` cannot be combined, and the latter needs a terminal.
    let script =
      Aggregate.completionScript(for: shell)
      .replacing("(__aggregate_tokens -tC)", with: "(string length -- \"$(commandline -ct)\")") + "\n"
    let (place, addition) =
      switch shell {
      case .bash: ("_aggregate() {\n", Self.bash)
      case .zsh: ("_aggregate() {\n", Self.zsh)
      default: ("    set -l unparsed_tokens (__aggregate_tokens -pc)\n", Self.fish)
      }
    guard let start = script.firstRange(of: place) else { return script }
    return script[..<start.upperBound] + addition + script[start.upperBound...]
  }

  /// The commands with a default subcommand, each with the name of that.
  private static var defaults: [(command: String, standard: String)] {
    Aggregate.configuration.subcommands.compactMap { command in
      guard let name = command.configuration.commandName, let standard = command.configuration.defaultSubcommand else { return nil }
      return standard.configuration.commandName.map { (name, $0) }
    }
  }

  private static let standard = Collect.configuration.commandName ?? ""

  /// Returns the statement that finds the missing name, and the number of words before it, for the shells that share its syntax.
  private static func cases(of word: String) -> String {
    """
        # A command whose name may be left out is completed as if its name were there.
        local aggregate_before=0 aggregate_name=
        case "\(word)" in
        -*) aggregate_before=1 aggregate_name=\(standard) ;;
    \(defaults.map { "    \($0.command)) aggregate_before=2 aggregate_name=\($0.standard) ;;" }.joined(separator: "\n"))
        esac
    """
  }

  /// Inserts the name into the words of the command line before the parser's script reads them.
  private static var bash: String {
    """
    \(cases(of: "${COMP_WORDS[1]}"))
        if [[ "${aggregate_before}" -gt 0 && "${COMP_CWORD}" -ge "${aggregate_before}" && "${COMP_WORDS[${aggregate_before}]}" = -* ]]; then
            local aggregate_words="${COMP_WORDS[*]:0:${aggregate_before}}"
            local COMP_LINE="${aggregate_words} ${aggregate_name}${COMP_LINE:${#aggregate_words}}"
            local COMP_POINT="$((COMP_POINT + ${#aggregate_name} + 1))"
            local COMP_WORDS=("${COMP_WORDS[@]:0:${aggregate_before}}" "${aggregate_name}" "${COMP_WORDS[@]:${aggregate_before}}")
            local COMP_CWORD="$((COMP_CWORD + 1))"
        fi


    """
  }

  private static var zsh: String {
    """
    \(cases(of: "${words[2]}"))
        if (( aggregate_before && CURRENT > aggregate_before )) && [[ "${words[aggregate_before + 1]}" = -* ]]; then
            words=("${(@)words[1,aggregate_before]}" "${aggregate_name}" "${(@)words[aggregate_before + 1,-1]}")
            (( CURRENT++ ))
        fi


    """
  }

  private static var fish: String {
    """
        # A command whose name may be left out is completed as if its name were there.
        set -l all_tokens $unparsed_tokens (commandline -ct)
        switch "$all_tokens[2]"
            case '-*'
                set unparsed_tokens $unparsed_tokens[1] \(standard) $unparsed_tokens[2..]
    \(defaults.map {
      """
              case \($0.command)
                  string match -q -- '-*' "$all_tokens[3]"
                  and set unparsed_tokens $unparsed_tokens[1..2] \($0.standard) $unparsed_tokens[3..]
      """
    }.joined(separator: "\n"))
        end

    """
  }
}
