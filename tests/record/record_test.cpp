#include "engine/record/answers.h"

#include <gmock/gmock.h>

#include "engine/experiment/result/publishable.h"
#include "engine/experiment/result/result_records.h"
#include "engine/privacy/notion.h"
#include "engine/record/read.h"

namespace noisy {
namespace {

using record::Layout;
using record::Seen;
using record::Slot;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

struct Inner {
  std::string text;
};

struct Outer {
  double number = 0;
  Index count = 0;
  std::optional<double> maybe;
  Guarantee word = Guarantee::proven;
  std::vector<double> numbers;
  Inner inner;
  std::vector<Inner> list;

  double twice() const { return 2 * number; }
};

constexpr record::Table kInner{"Inner", "", {{"text", record::of<&Inner::text>()}}};
constexpr record::Table kOuter{"Outer",
                               "",
                               {{"number", record::of<&Outer::number>()},
                                {"count", record::of<&Outer::count>()},
                                {"maybe?", record::of<&Outer::maybe>()},
                                {"word", record::of<&Outer::word>()},
                                {"numbers", record::of<&Outer::numbers>()},
                                {"twice", record::of<&Outer::twice>()},
                                {"inner", record::in<kInner, &Outer::inner>()},
                                {"list", record::in<kInner, &Outer::list>("[]")},
                                {"last? first", "number"}}};

TEST(Records, AreWrittenOfTheirStructInTheOrderOfTheTable) {
  Outer outer{.number = 1.5, .count = 3, .numbers = {1, 2}, .inner = {"a"}, .list = {{"b"}, {"c"}}};
  EXPECT_EQ(write_json(record::json_of<kOuter>(outer)),
            R"({"number":1.5,"count":3,"word":"proven","numbers":[1,2],"twice":3,)"
            R"("inner":{"text":"a"},"list":[{"text":"b"},{"text":"c"}]})");
  outer.maybe = 4;
  EXPECT_EQ(record::json_of<kOuter>(outer).member("maybe"), Json(4.0));
}

struct Told {
  double share = 0;
  Index count = 0;
  std::optional<double> maybe;
  double most = 0;
  Guarantee word = Guarantee::proven;
  std::string said;
  Inner inner;
  std::optional<Inner> second;
  Json own;
};

using record::given, record::into, record::of;
constexpr record::Table kToldInner{"ToldInner", "", {{"text", given<&Inner::text>()}}};
constexpr record::Table kTold{
    "Told",
    "",
    {{"share", given<&Told::share, NumberRule::share>()},
     {"count", given<&Told::count, NumberRule::count>()},
     {"maybe?", given<&Told::maybe>()},
     {"most", record::bound<&Told::most>()},
     {"word", given<&Told::word>()},
     {"said", of<&Told::said>()},
     {record::kSpread, of<&Told::own>()},
     {"inner", record::read_in<kToldInner, &Told::inner>(record::in<kToldInner, &Told::inner>())},
     {"second", record::read_in<kToldInner, &Told::second>(
                    record::in_or_null<kToldInner, &Told::second>())}}};

std::optional<Error> mistake_in(const Json& json, Told& to) {
  std::optional<Error> error;
  record::read<kTold>(RecordReader(json, "here", error), to);
  return error;
}

TEST(Records, AreReadByTheTableThatTheyAreWrittenBy) {
  const Told told{.share = 0.5,
                  .count = 3,
                  .most = INFINITY,
                  .word = Guarantee::leaks,
                  .said = "a",
                  .inner = {"b"},
                  .own = Json::object({{"more", 1}})};
  const Json json = record::json_of<kTold>(told);
  EXPECT_EQ(write_json(json),
            R"({"share":0.5,"count":3,"most":null,"word":"leaks","said":"a","more":1,)"
            R"("inner":{"text":"b"},"second":null})");
  Told read;
  EXPECT_FALSE(mistake_in(json, read));
  EXPECT_EQ(read.said, "");  // texts of `of` are not believed
  read.said = "a";
  read.own = told.own;
  EXPECT_EQ(record::json_of<kTold>(read), json);
}

TEST(Records, SayWhichFieldIsWrong) {
  Told told;
  Json json = record::json_of<kTold>(told);
  json.set("inner", Json::object());
  EXPECT_EQ(mistake_in(json, told)->field, "here.inner.text");
  json.set("share", 1);
  EXPECT_EQ(mistake_in(json, told)->field, "here.share");
  json.erase("share");
  EXPECT_EQ(mistake_in(json, told)->code, ErrorCode::missing_field);
}

struct Point {
  double value = 0;
  Index steps = 0;
};

struct Answer {
  std::vector<Point> curve, empty;
  std::optional<double> maybe;
  std::optional<Inner> inner;
  std::optional<Guarantee> word;
  std::string text;

  const std::vector<Inner>* few() const { return inner ? &one : nullptr; }
  std::vector<Inner> one = {{"c"}};
};

constexpr record::Table kCurve{"Curve",
                               "",
                               {{"at", record::counted<Point, 1>()},
                                {"value", record::each<&Point::value>()},
                                {"steps", record::each<&Point::steps>()}}};
constexpr record::Table kAnswer{"Answer",
                                "",
                                {{"curve", record::columns<kCurve, &Answer::curve>()},
                                 {"empty", record::in_or_null<kCurve, &Answer::empty>()},
                                 {"maybe", record::or_null<&Answer::maybe>("number | null")},
                                 {"inner", record::in_or_null<kInner, &Answer::inner>()},
                                 {"word", record::or_null<&Answer::word>("null | ")},
                                 {"text", record::or_null<&Answer::text>("string | null")},
                                 {"few?", record::list_in<kInner, &Answer::few>()}}};

TEST(Answers, HaveColumnsOfAListAndNullWhereAValueLacks) {
  Answer answer;
  answer.curve = {{0.5, 2}, {NAN, 3}};
  EXPECT_EQ(write_json(record::json_of<kAnswer>(answer)),
            R"({"curve":{"at":[1,2],"value":[0.5,null],"steps":[2,3]},"empty":null,"maybe":null,)"
            R"("inner":null,"word":null,"text":null})");
  answer.empty = {{1, 1}};
  answer.maybe = 2;
  answer.inner = Inner{"a"};
  answer.word = Guarantee::leaks;
  answer.text = "b";
  EXPECT_EQ(write_json(record::json_of<kAnswer>(answer)),
            R"({"curve":{"at":[1,2],"value":[0.5,null],"steps":[2,3]},)"
            R"("empty":{"at":[1],"value":[1],"steps":[1]},"maybe":2,"inner":{"text":"a"},)"
            R"("word":"leaks","text":"b","few":[{"text":"c"}]})");
}

TEST(Records, KnowEveryNameOfARowAndNoOther) {
  const Layout& layout = record::layout<kOuter>;
  EXPECT_NE(layout.find("last"), nullptr);
  EXPECT_NE(layout.find("first"), nullptr);
  EXPECT_EQ(layout.find("last?"), nullptr);
  EXPECT_EQ(layout.find("other"), nullptr);
}

TEST(Records, ShowNobodyAFieldWithoutAMark) {
  EXPECT_EQ(record::layout<kOuter>.find("number")->seen, Seen::nobody);
  EXPECT_LT(Seen::nobody, Seen::released);
}

Json sample(const Layout& layout);

/// A value of the kind that the field holds.
Json sample_of(const Slot& slot) {
  Json value = slot.inside                         ? sample(*slot.inside)
               : slot.kind == record::Kind::number ? Json(1)
               : slot.kind == record::Kind::flag   ? Json(true)
                                                   : Json(slot.key());
  for (int depth = slot.depth; depth > 0; --depth) value = Json::array({std::move(value)});
  return value;
}

/// A record with every field that the table knows, and in each block one that it does not.
Json sample(const Layout& layout) {
  Json out = Json::object({{"planted", 77345.678912}});
  const auto add = [&](const Layout& one, const auto& again) -> void {
    for (const Slot& slot : one.slots) {
      if (slot.key() == record::kSpread || out.find(slot.key())) continue;
      out.set(slot.key(), sample_of(slot));
    }
    if (one.base) again(*one.base, again);
  };
  add(layout, add);
  return out;
}

/// A result that holds all that its tables know; every guarantee in it is this one.
Json whole_result(const char* guarantee) {
  Json out = sample(record::layout<record::kResult>);
  Json run = out.member("runs").element(0);
  run.find("privacy")->set("guarantee", guarantee);
  out.set("runs", Json::array({run}));
  Json& statement = *out.find("privacy")->find("statement");
  Json entry = statement.member("entries").element(0);
  entry.set("guarantee", guarantee);
  statement.set("entries", Json::array({entry}));
  return out;
}

/// Checks that each field of what was kept may be seen by so many.
void expect_marked(const Json& value, const Layout& layout, Seen least, const std::string& path) {
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
    expect_marked(value.element(i), layout, least, path);
  }
  for (const auto& [key, member] : value.members()) {
    const Slot* slot = layout.find(key);
    ASSERT_NE(slot, nullptr) << path << key;
    EXPECT_GE(slot->seen, least) << path << key;
    if (slot->inside) expect_marked(member, *slot->inside, least, path + key + ".");
  }
}

class Redaction : public testing::TestWithParam<const char*> {};

TEST_P(Redaction, KeepsWhatIsMarkedAndNothingElse) {
  const std::string guarantee = GetParam();
  const bool promises = guarantee == "proven" || guarantee == "stopped";
  const auto [kept, dropped] = publishable(whole_result(GetParam()));
  const Seen least = promises ? Seen::released : Seen::everyone;
  expect_marked(kept, record::layout<record::kResult>, least, "");
  EXPECT_THAT(write_json(kept), testing::Not(HasSubstr("77345")));
  EXPECT_THAT(dropped, Contains(HasSubstr("planted")));
  EXPECT_THAT(dropped, Contains(HasSubstr("nonPrivate")));
  EXPECT_THAT(dropped, Contains(HasSubstr("accounted")));
  const Json& run = kept.member("runs").element(0);
  EXPECT_EQ(run.find("solution") != nullptr, promises);
  EXPECT_EQ(run.member("privacy").find("ledger") != nullptr, promises);
  const Json& entry = kept.member("privacy").member("statement").member("entries").element(0);
  EXPECT_EQ(entry.find("sensitivity") != nullptr, promises);
}

INSTANTIATE_TEST_SUITE_P(Guarantees, Redaction,
                         testing::Values("proven", "stopped", "leaks", "not-private"));

}  // namespace
}  // namespace noisy
