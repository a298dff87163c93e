#include "engine/statement/write/plain_words.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "engine/json/vocabulary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/privacy/release/release.h"
#include "engine/privacy/release/statement_words.h"
#include "engine/statement/write/promise.h"
#include "engine/statement/write/total.h"

namespace noisy {

using namespace statement;

double listed_releases(const Json& plan) {
  double total = 0;
  for (const Json& run : plan.member("noise").member("values").elements()) {
    total += run.element(0).number();
  }
  for (const Json& group : plan.member("groups").elements()) total += listed_releases(group);
  return total;
}

namespace {

/// The kind that an entry or a group names.
const ReleaseForm& form_of(const Json& entry) {
  const ReleaseForm* form = find_release_form(text_of(entry, "form"));
  return form ? *form : *gradient_form();
}

/// What a total guarantees; rho is also told as (epsilon, delta).
std::string guarantee(const Json& total) {
  const double rho = number_of(total, "rho");
  if (text_of(total, "accountant") == kZcdp) {
    return figure_text(rho) + "-zCDP, which is (" +
           figure_text(converted_epsilon(kZcdpOptimal, rho, kReportedDelta)) + ", " +
           figure_text(kReportedDelta) + ")-differentially private";
  }
  const double epsilon = number_of(total, "epsilon");
  const double delta = number_of(total, "delta");
  if (delta == 0) return figure_text(epsilon) + "-differentially private";
  return "(" + figure_text(epsilon) + ", " + figure_text(delta) + ")-differentially private";
}

/// "40 differences of gradients of 3 of 8 records, each of which one record moves by 0.6 at most"
std::string group_text(const Json& entry, const Json& group) {
  const ReleaseForm& form = form_of(group);
  const std::string norm(form.plain_norm());
  return number_text(listed_releases(group)) + std::string(form.plain_plural()) +
         batch_text(entry, group) + ", each of which one record moves by " +
         figure_text(number_of(group, "mean")) + std::string(form.plain_length()) + " at most in " +
         (norm.empty() ? text_of(entry.member("sensitivity"), "norm") : norm);
}

/// "the certified minimizers of each of 10 disjoint blocks of 100 to 120 of 1000 records, which one
/// record of the block moves by 0.001 to 0.6 at most in l2"; "of a block" where there is one
std::string blocks_text(const Json& entry, const std::vector<Json>& groups) {
  const auto range = [&](const auto& of_group) {
    double least = of_group(groups.front()), most = least;
    for (const Json& group : groups) {
      least = std::min(least, of_group(group));
      most = std::max(most, of_group(group));
    }
    const std::string end = least == most ? "" : " to " + figure_text(most);
    return figure_text(least) + end;
  };
  const auto batch = [](const Json& group) { return number_of(group, "batchSize"); };
  const auto moves = [](const Json& group) { return number_of(group, "mean"); };
  const std::string blocks =
      groups.size() == 1 ? " of a block of "
                         : " of each of " + number_text(static_cast<double>(groups.size())) +
                               " disjoint blocks of ";
  return "the " + std::string(form_of(groups.front()).noised_text()) + blocks + range(batch) +
         " of " + number_text(number_of(entry, "samples")) +
         " records, which one record of the block moves by " + range(moves) + " at most in " +
         text_of(entry.member("sensitivity"), "norm");
}

/// The groups of one kind that read blocks of records.
std::vector<Json> blocks_of(std::span<const Json> groups, const ReleaseForm& form) {
  std::vector<Json> out;
  std::ranges::copy_if(groups, std::back_inserter(out), [&](const Json& group) {
    return group.find("records") && &form_of(group) == &form;
  });
  return out;
}

/// "Gaussian noise on ", and for a further group what joins it.
std::string group_start(const Json& group, bool is_first) {
  if (form_of(group).is_choice()) {
    return std::string(is_first ? "" : " and ") + "the exponential mechanism for ";
  }
  return is_first ? "Gaussian noise on " : " and on ";
}

/// What is released how, how far one record moves it, and how often in a run.
std::string releases_text(const Json& entry) {
  const auto groups = entry.member("groups").elements();
  if (groups.empty()) {
    return form_of(entry).plain_words(entry) + "; one run of " +
           number_text(listed_releases(entry)) + " releases";
  }
  std::string text;
  std::vector<const ReleaseForm*> told;  // of blocks: all of one kind are told together
  for (const Json& group : groups) {
    const ReleaseForm* form = &form_of(group);
    if (!group.find("records")) {
      text += group_start(group, text.empty()) + group_text(entry, group);
    } else if (std::ranges::find(told, form) == told.end()) {
      told.push_back(form);
      text += group_start(group, text.empty()) + blocks_text(entry, blocks_of(groups, *form));
    }
  }
  return text + "; one run";
}

/// What is said of runs without a guarantee.
std::string nothing_text(const Json& entry) {
  if (stated_guarantee(entry) == Guarantee::not_private) {
    return "not private; its results are not published.";
  }
  return "nothing is guaranteed, since the data are read outside of what is accounted; its results "
         "are not to be published.";
}

std::string entry_text(const Json& entry) {
  std::string name = text_of(entry, "label");
  if (entry.member("sweep").size() > 0) name += " " + write_json(entry.member("sweep"));
  const double runs = number_of(entry, "runs");
  name += ", " + figure_text(runs) + (runs == 1 ? " run" : " runs");
  if (!promises(entry)) return name + ": " + nothing_text(entry);
  const Json& cost = entry.member("cost");
  const std::string unit = text_of(cost, "unit");
  const std::string counted =
      unit == kRenyiUnit ? "a Renyi divergence of order " + figure_text(number_of(cost, "order"))
                         : unit;
  std::string text = name + ": " + releases_text(entry) +
                     (cost.find("cap") ? " costs at most " : " costs ") + counted + " = " +
                     figure_text(number_of(cost, "perRun"));
  if (runs > 1)
    text += ", all together " + counted + " = " + figure_text(number_of(cost, "allRuns"));
  if (const Json* score = entry.find("score")) {
    text += ", for the records that it learns from; a noisy figure (" + text_of(*score, "measure") +
            ") of the " + number_text(number_of(*score, "records")) +
            " records that are held out costs these epsilon = " +
            figure_text(number_of(*score, "epsilon")) + ", and no record pays for both";
  }
  const Json& asked = entry.member("requested").member("epsilon");
  if (text_of(entry, "calibration") == word_for(Calibration::published_figures)) {
    text += ", although epsilon = " + figure_text(asked.is_number() ? asked.number() : 0) +
            " was asked for";
  }
  return text + ".";
}

/// What publishing the file guarantees, first of all.
std::string first_sentence(const Json& statement, bool is_secure) {
  const Json& total = statement.member("total");
  if (total.is_null()) {
    for (const Json& entry : statement.member("entries").elements()) {
      if (stated_guarantee(entry) != Guarantee::leaks) continue;
      return "Nothing is guaranteed for what is in this file: " + text_of(entry, "label") +
             " reads the data outside of what is accounted.";
    }
    return "Nothing is guaranteed for what is in this file: no run in it is private.";
  }
  std::string text = "Publishing everything in this file but what it marks as not private ";
  text += is_secure ? "is " : "would be ";
  text += guarantee(total);
  text += is_secure ? "." : " with unpredictable noise; this noise comes from a seed in the file.";
  return text;
}

}  // namespace

std::vector<std::string> plain_words(const Json& statement, const Experiment& experiment) {
  const Json& total = statement.member("total");
  std::vector<std::string> out;
  out.push_back(first_sentence(statement, experiment.run.randomness == Randomness::secure));
  if (!total.is_null())
    out.push_back("It protects one record (a row with its target): " +
                  text_of(statement.member("neighbours"), "text"));
  for (const Json& entry : statement.member("entries").elements()) {
    out.push_back(entry_text(entry));
  }
  if (!total.is_null()) out.push_back("How the total follows: " + text_of(total, "theorem"));
  const Json& assumptions = statement.member("assumptions");
  for (const Json& assumption : assumptions.elements()) out.push_back(assumption.text());
  const Json& certified = statement.member("certified");
  if (certified.is_boolean() && !certified.boolean()) {
    for (const Json& reason : statement.member("reasons").elements()) {
      out.push_back("Not certified: " + reason.text() + ".");
    }
  }
  return out;
}

}  // namespace noisy
