#include "catalog/loader/kinds.hpp"
#include "catalog/loader/row.hpp"
#include "catalog/words.hpp"
#include "core/text.hpp"
#include "source/checks.hpp"

namespace gpuplan::catalog {

void load_billing_products(const source::Document& document,
                           const source::Node& products,
                           Drafts& drafts,
                           core::DiagnosticSink& sink) {
  for (const auto& [name, value] : products.entries) {
    const Origin origin{.text = document.text.get(),
                        .file = drafts.texts.keep(document.text->name()),
                        .line = name.at.line,
                        .layer = drafts.layer};
    BillingProduct product{.name = drafts.texts.keep(name.text),
                           .source_file = origin.file,
                           .source_line = origin.line};
    if (value.is_scalar() && value.text != "none") {
      product.option = parse_purchase_option(value.text);
      if (!product.option) {
        const auto near = core::nearest(value.text, k_purchase_option_words);
        source::report(*document.text,
                       value.at,
                       "CAT018",
                       "met " + source::in_quotes(value.text) +
                           ", expected a purchase option of the price tables, or none",
                       near ? "did you mean " + std::string{*near} + "?" : std::string{},
                       sink);
      }
    } else if (!value.is_scalar()) {
      source::report(*document.text,
                     value.at,
                     "CAT018",
                     "met a product without its purchase option",
                     "write `payg: on-demand`, or `serverless: none`",
                     sink);
    }
    drafts.billing_products.push_back({.record = product, .origin = origin});
  }
}

void load_billing_rules(const source::Document& document,
                        const source::Node& list,
                        Drafts& drafts,
                        core::DiagnosticSink& sink) {
  read_rows(document, list, "a billing rule", drafts, sink, [&](Row& row) {
    const BillingRow rule{.provider = row.required_text("provider"),
                          .product = row.required_text("product"),
                          .term = row.text("term"),
                          .only = row.text("only"),
                          .payments = row.texts("payments"),
                          .discount_low = row.number("discount_low", -1, 1),
                          .discount_high = row.number("discount_high", -1, 1),
                          .increment_s = row.whole("increment_s"),
                          .minimum_s = row.whole("minimum_s"),
                          .notice_s = row.whole("notice_s"),
                          .interruptible = row.boolean("interruptible"),
                          .note = row.text("note"),
                          .source = row.text("source"),
                          .source_file = row.file(),
                          .source_line = row.line()};
    drafts.billing_rows.push_back({.record = rule, .origin = row.origin()});
  });
}

} // namespace gpuplan::catalog
