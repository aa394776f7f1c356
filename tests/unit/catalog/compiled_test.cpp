#include "catalog/view/view.hpp"
#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using test::tiny_catalog;

namespace {

std::optional<catalog::Catalog> open(std::string bytes, core::DiagnosticSink& sink) {
  return catalog::Catalog::from_bytes(
      std::make_shared<const std::string>(std::move(bytes)), "copy.gpc", sink);
}

/// The tiny catalog's bytes with one section put through `change`, and right checksums.
template <class Table, class Change>
std::string with_changed(Change change) {
  const auto bytes = tiny_catalog().bytes();
  std::string fault;
  const auto frame = catalog::read_frame(bytes, fault);
  REQUIRE(frame.has_value());
  std::vector<std::string> sections;
  for (const auto& section : frame->sections)
    sections.emplace_back(section.bytes);
  auto& section = sections[catalog::section_index<Table>()];
  typename Table::NativeTableType columns;
  flatbuffers::GetRoot<Table>(section.data())->UnPackTo(&columns);
  change(columns);
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(Table::Pack(builder, &columns));
  section.assign(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
  return catalog::write_frame(sections);
}

std::string refusal(std::string bytes) {
  core::DiagnosticSink sink;
  if (open(std::move(bytes), sink))
    return "opened";
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics().front().at.file == "copy.gpc");
  return sink.diagnostics().front().headline;
}

} // namespace

TEST_CASE("compiled bytes open again and say the same", "[catalog][compiled]") {
  core::DiagnosticSink sink;
  const auto copy = open(std::string{tiny_catalog().bytes()}, sink);
  REQUIRE(copy.has_value());
  CHECK(copy->edition().sha256 == tiny_catalog().edition().sha256);
  CHECK(copy->offer_count() == 38);
}

TEST_CASE("a catalog with any byte altered is refused", "[catalog][compiled]") {
  const std::string bytes{tiny_catalog().bytes()};
  // Every byte of the header, then one in 61: a prime, so that all positions within a word are met.
  for (std::size_t at = 0; at < bytes.size(); at += at < 600 ? 1 : 61) {
    auto altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    CAPTURE(at);
    CHECK(refusal(std::move(altered)) != "opened");
  }
}

TEST_CASE("a catalog cut short or lengthened is refused", "[catalog][compiled]") {
  const std::string bytes{tiny_catalog().bytes()};
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{4}, std::size_t{100}, bytes.size() / 2, bytes.size() - 1}) {
    CAPTURE(size);
    CHECK(refusal(bytes.substr(0, size)) != "opened");
  }
  CHECK_THAT(refusal(bytes + '\0'), ContainsSubstring("bytes after its end"));
}

TEST_CASE("the refusal names what was altered", "[catalog][compiled]") {
  auto altered = std::string{tiny_catalog().bytes()};
  std::string fault;
  const auto frame = catalog::read_frame(tiny_catalog().bytes(), fault);
  const auto& offers =
      frame->sections[static_cast<std::size_t>(catalog::SectionKind::offers)].bytes;
  const auto middle =
      static_cast<std::size_t>(offers.data() - tiny_catalog().bytes().data()) + offers.size() / 2;
  altered[middle] = static_cast<char>(altered[middle] ^ 1);
  CHECK_THAT(refusal(std::move(altered)), ContainsSubstring("section offers was altered"));
  CHECK_THAT(refusal("instance_type,region\n"), ContainsSubstring("no compiled catalog"));
}

TEST_CASE("ids and words out of range are refused though checksums are right",
          "[catalog][compiled]") {
  CHECK_THAT(refusal(with_changed<catalog::fb::Offers>(
                 [](auto& columns) { columns.region.at(3) = 1'000'000; })),
             ContainsSubstring("offers.region"));
  CHECK_THAT(
      refusal(with_changed<catalog::fb::Offers>([](auto& columns) { columns.option.at(0) = 200; })),
      ContainsSubstring("offers.option"));
  CHECK_THAT(refusal(with_changed<catalog::fb::Shapes>(
                 [](auto& columns) { columns.devices_of.at(0) = 0; })),
             ContainsSubstring("shapes.devices_of"));
  CHECK_THAT(refusal(with_changed<catalog::fb::Instances>(
                 [](auto& columns) { columns.shape.back() = 99; })),
             ContainsSubstring("instances.shape"));
}

TEST_CASE("columns of different lengths are refused", "[catalog][compiled]") {
  CHECK_THAT(
      refusal(with_changed<catalog::fb::Offers>([](auto& columns) { columns.note.pop_back(); })),
      ContainsSubstring("different lengths"));
}

TEST_CASE("a text beyond the string table reads as empty", "[catalog][compiled]") {
  core::DiagnosticSink sink;
  const auto copy = open(with_changed<catalog::fb::Offers>(
                             [](auto& columns) { columns.source.at(0) = 4'000'000'000; }),
                         sink);
  REQUIRE(copy.has_value());
  CHECK(copy->offer({0}).source.empty());
}

TEST_CASE("the same rows compile to the same bytes in whatever order files come",
          "[catalog][compiled]") {
  const std::string chips = "accelerators:\n"
                            "  - {id: x1, vendor: V, name: X1, memory_gib: 16}\n";
  const std::string more = "accelerators:\n"
                           "  - {id: x0, vendor: V, name: X0, memory_gib: 8}\n";
  test::Files one{{{"c/a.yaml", chips}, {"c/b.yaml", more}}};
  test::Files two{{{"c/a.yaml", more}, {"c/b.yaml", chips}}};
  const auto first = one.alone("c");
  const auto second = two.alone("c");
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  REQUIRE(first->accelerator_count() == 2);
  for (std::uint32_t i = 0; i < 2; ++i)
    CHECK(first->accelerator({i}).name == second->accelerator({i}).name);
}

TEST_CASE("decoding a catalog and compiling it again changes no byte", "[catalog][compiled]") {
  core::DiagnosticSink sink;
  source::MemoryReader files;
  const auto again = catalog::load_over(tiny_catalog(), {}, files, sink);
  REQUIRE(again.has_value());
  CHECK(again->bytes() == tiny_catalog().bytes());
}
