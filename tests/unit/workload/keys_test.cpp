#include "support/catch.hpp"
#include "workload/read/value_text.hpp"

#include <set>

using namespace gpuplan::workload;

TEST_CASE("each key has a path, a flag and a line of its own", "[workload]") {
  std::set<std::string_view> paths;
  std::set<std::string> flags;
  for (const auto& key : keys()) {
    CAPTURE(key.path);
    CHECK(paths.insert(key.path).second);
    CHECK(key.flag.starts_with("--"));
    CHECK(flags.insert(std::string(key.flag)).second);
    CHECK_FALSE(key.doc.empty());
    CHECK_FALSE(key.doc.ends_with('.'));
    CHECK(key.least < key.most);
    CHECK((key.kind == ValueKind::word) == !key.words.empty());
    std::string_view rest = key.aliases;
    while (!rest.empty()) {
      const auto end = std::min(rest.find(' '), rest.size());
      CHECK(rest.starts_with("-"));
      CHECK(flags.insert(std::string(rest.substr(0, end))).second);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

TEST_CASE("each word of a key is read as itself", "[workload]") {
  for (const auto& key : keys()) {
    for (const auto word : key.words) {
      CAPTURE(key.path, word);
      const auto read = read_value(key, word, BareUnit::refused);
      REQUIRE(std::holds_alternative<Statement>(read));
      CHECK(std::get<std::string>(std::get<Statement>(read).value) == word);
    }
  }
}

TEST_CASE("words are found without regard to case and separators", "[workload]") {
  const auto read = read_value(*find_key("stack"), "Finetune_Recipe", BareUnit::refused);
  REQUIRE(std::holds_alternative<Statement>(read));
  CHECK(std::get<std::string>(std::get<Statement>(read).value) == "finetune-recipe");
}

TEST_CASE("entries of tables find their table, other paths none", "[workload]") {
  CHECK(find_key("labels.team")->path == "labels");
  CHECK(find_key("data.tokens")->flag == "--tokens");
  CHECK(find_key("data") == nullptr);
  CHECK(find_key("data.tokens.more") == nullptr);
  CHECK(find_key("nothing") == nullptr);
}
