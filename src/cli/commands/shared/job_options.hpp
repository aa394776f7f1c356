#pragma once

#include "cli/commands/shared/arguments.hpp"
#include "core/diagnostic.hpp"
#include "workload/read/statements.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cli::commands {

/// What the words of a command line that belong to no option mean.
enum class Words : std::uint8_t {
  none,
  job,   ///< a model, or a workload file
  plan,  ///< a plan reference, behind a model or a workload file
  plans, ///< plan references, likewise
};

/// What is answered about a job, and so which of its keys have an option.
enum class Asked : std::uint8_t {
  plans, ///< every key
  needs, ///< keys that neither money, market nor choice of a plan is about
};

/// The job by flags: one option for every key of a workload file, made from the table of keys, and
/// `--set key=value` for the rest. Flags win over the file.
class JobOptions {
public:
  void add(CLI::App& app, Words words, Asked asked = Asked::plans);

  /// An exit code, with messages printed, where two of the flags contradict each other.
  [[nodiscard]] std::optional<ExitCode> check(const Environment& environment) const;

  /// The words themselves.
  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  /// Whether a key is said by a flag of its own.
  [[nodiscard]] bool says(std::string_view key) const;

  /// What was said by flags, in the order of the keys.
  [[nodiscard]] workload::Overrides overrides() const;

  /// The plans named by words.
  [[nodiscard]] std::vector<std::string> plans() const;

  /// From here on the words name a model, because an option names the plan.
  void expect_model() { meaning_ = Words::job; }

  /// The workload file, where one was named.
  [[nodiscard]] std::optional<std::string> file() const;

  /// The saved answer whose job is asked again (`--from FILE.json`, `--from last`).
  [[nodiscard]] std::optional<std::string> saved_answer() const;

  [[nodiscard]] const std::vector<std::string>& rules() const { return rules_; }

  [[nodiscard]] const std::vector<std::string>& rates() const { return rates_; }

  [[nodiscard]] const std::string& currency() const { return currency_; }

  [[nodiscard]] bool strict() const { return strict_; }

  /// The job as flags again, quoted for a shell, for the commands under `Next`.
  [[nodiscard]] std::string echo() const;

private:
  void add_market(CLI::App& app);
  [[nodiscard]] std::optional<std::string> model_word() const;
  [[nodiscard]] std::optional<std::string> file_word() const;

  struct Value {
    const workload::Key* key = nullptr;
    std::vector<std::string> texts;
    CLI::Option* option = nullptr;
  };

  Words meaning_ = Words::none;
  std::vector<std::string> words_;
  std::string from_;
  std::deque<Value> values_;
  std::vector<std::string> settings_;
  std::vector<std::string> rules_;
  std::vector<std::string> rates_;
  std::string currency_;
  bool use_spot_ = false;
  bool strict_ = false;
};

/// Whether the verbs that answer with plans take this flag of a key.
bool is_option_about_plans(std::string_view flag);

/// A word quoted for a POSIX shell where it has to be.
std::string shell_word(const std::string& word);

} // namespace gpuplan::cli::commands
