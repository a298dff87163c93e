#include <algorithm>

#include "engine/data/text_lines.h"
#include "engine/json/lookup.h"
#include "engine/math/figure_text.h"
#include "engine/question/inspect/inspect.h"

namespace noisy {
namespace {

/// Words that a line of the report shows.
constexpr std::size_t kMostShown = 6;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string count_text(const Json& number) {
  return number_text(number.number());
}

std::string words_text(const Json& column) {
  std::string text = count_text(column.member("wordCount")) + " words";
  const std::span<const Json> words = column.member("words").elements();
  for (std::size_t k = 0; k < std::min(words.size(), kMostShown); ++k) {
    text += (k == 0 ? ": " : ", ") + text_of(words[k], "word") + " (" +
            count_text(words[k].member("count")) + ")";
  }
  return text + (words.size() > kMostShown ? ", ..." : "");
}

std::string column_line(const Json& column, std::size_t width) {
  std::string line = "  " + padded(count_text(column.member("position")), 4) +
                     padded(text_of(column, "name"), width) + "  " +
                     padded(text_of(column, "kind"), 10);
  const bool has_words = column.find("wordCount") != nullptr;
  if (has_words) {
    line += words_text(column);
  } else if (column.find("lower")) {
    line +=
        figure_text(number_of(column, "lower")) + " to " + figure_text(number_of(column, "upper"));
  }
  const auto add = [&](double count, std::string_view what) {
    if (!line.ends_with(' ')) line += "; ";
    line += number_text(count) + std::string(what);
  };
  const double missing = number_of(column, "missing");
  if (missing > 0) add(missing, " missing");
  const double others = number_of(column, "notNumbers");
  if (others > missing) add(others, " not numbers");
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string head_line(const Json& report) {
  const bool is_csv = text_of(report, "format") == "csv";
  std::string line = text_of(report, "name") + ": " + (is_csv ? "CSV, " : "LIBSVM, ") +
                     count_text(report.member("records")) + " records, ";
  if (is_csv) {
    line += count_text(report.member("columnCount")) + " columns, " +
            (report.member("header") == Json(true) ? "a header" : "no header");
  } else {
    line += "indices from " + count_text(report.member("firstIndex")) + " to " +
            count_text(report.member("largestIndex"));
  }
  line += ", " + text_of(report, "encoding") + ", lines end with " + text_of(report, "lineEnds");
  return line + (report.member("isCompressed") == Json(true) ? ", gzip\n" : "\n");
}

std::string choices_text(const Json& choices) {
  std::string text;
  for (const Json& choice : choices.elements()) text += "- " + text_of(choice, "sentence") + "\n";
  return text;
}

std::string troubles_text(const Json& report) {
  std::string text;
  for (const Json& trouble : report.member("troubles").elements()) {
    text += "! " + text_of(trouble, "place") + ": " + text_of(trouble, "message") + "\n";
  }
  const auto listed = static_cast<double>(report.member("troubles").size());
  const double all = number_of(report, "troubleCount");
  if (all > listed) text += "! and " + number_text(all - listed) + " more places\n";
  return text;
}

/// Which answer of the target a fit takes for yes; "" where it is a number.
std::string positive_option(const Json& proposal) {
  if (text_of(proposal, "loss") == "squared") return "";
  const Json& data = proposal.member("data");
  if (data.find("positive")) return " --positive " + quoted(text_of(data, "positive"));
  for (const Json& step : data.member("preprocess").elements()) {
    const std::vector<double>* labels = step.member("positive").as_numbers();
    if (labels) return " --positive " + number_text(labels->front());
  }
  return " --positive 1";
}

/// The proposal as the columns of a fit: columns that the data block does not list are left out.
Json columns_of_fit(const Json& report, const std::string& target) {
  const Json& data = report.member("proposal").member("data");
  const Json& listed = data.member("columns");
  Json out = Json::object();
  for (const Json& column : report.member("columns").elements()) {
    std::string name = text_of(column, "name");
    if (name.empty()) name = "column " + count_text(column.member("position"));
    if (name == target) continue;
    Json entry = Json::object({{"role", data.find("columns") ? "ignore" : "number"}});
    for (const Json& one : listed.elements()) {
      if (one.member("name") != Json(name)) continue;
      entry.set("role", one.find("words") ? "category" : "number");
      for (const char* field : {"words", "other"}) {
        if (const Json* value = one.find(field)) entry.set(field, *value);
      }
    }
    out.set(name, std::move(entry));
  }
  return out;
}

/// How a private model of the file is made; "" where a fit does not read it.
std::string fit_text(const Json& report) {
  const Json& proposal = report.member("proposal");
  const Json& target = proposal.member("data").member("target");
  if (report.member("header") != Json(true) || !target.is_text()) return "";
  const std::string positive = positive_option(proposal);
  std::string name = text_of(report, "name");
  return "\nThis fits a private model, with columns.json below. State there what you know of a "
         "number, as its \"lower\" and \"upper\"; other ranges are found privately" +
         (positive.empty() ? ", but for that of " + quoted(target.text()) : "") +
         ". \"missing\" says what a missing number reads as.\n  noisy-descent fit " + name +
         " --target " + quoted(target.text()) + positive +
         " --epsilon 1 --columns columns.json --out model.json\n" +
         write_json(columns_of_fit(report, target.text()), JsonLayout::pretty) + "\n";
}

}  // namespace

std::string report_text(const Json& report) {
  const std::string notice = text_of(report, "notice") + "\n";
  if (!report.find("format")) {
    return text_of(report, "name") + ": not readable: " + text_of(report, "problem") + "\n";
  }
  std::string text = head_line(report) + notice + "\n";
  std::size_t width = 4;
  const Json& columns = report.member("columns");
  for (const Json& column : columns.elements()) {
    width = std::max(width, text_of(column, "name").size());
  }
  for (const Json& column : columns.elements()) text += column_line(column, std::min(width, 30uz));
  if (columns.size() > 0) text += "\n";
  text += troubles_text(report);
  const Json& proposal = report.member("proposal");
  if (proposal.is_null()) {
    return text + choices_text(report.member("choices")) +
           "No data block is proposed: " + text_of(report, "problem") + ".\n";
  }
  return text + choices_text(proposal.member("choices")) +
         "\nThis data block reads the file. With it you state as public what it says:\n" +
         write_json(proposal.member("data"), JsonLayout::pretty) + "\n" + fit_text(report);
}

}  // namespace noisy
