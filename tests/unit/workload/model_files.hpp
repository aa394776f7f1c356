#pragma once

#include "workload/model/model_list.hpp"

#include <deque>
#include <string>
#include <vector>

namespace gpuplan::test {

/// The models and defaults of the shipped catalog, read from its files without the catalog's own
/// loader, so that these tests stand on text a person can check.
class ModelFiles {
public:
  static const ModelFiles& shipped();

  [[nodiscard]] workload::ModelList models() const {
    return {.language = language_, .sample = sample_};
  }

  [[nodiscard]] const catalog::LanguageModelRecord& language(std::string_view id) const;
  [[nodiscard]] const catalog::SampleModelRecord& sample(std::string_view id) const;

  [[nodiscard]] std::span<const catalog::Setting> settings() const { return settings_; }

private:
  struct Reader;
  std::deque<std::string> texts_;
  std::vector<catalog::LanguageModelRecord> language_;
  std::vector<catalog::SampleModelRecord> sample_;
  std::vector<catalog::Setting> settings_;
};

} // namespace gpuplan::test
