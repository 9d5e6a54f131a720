"""Opens WebKit under automation with a profile on disk: `lasting-webkit.py FOLDER`. WebKit's driver starts it and asks it
for windows; what the pages keep is found again by the next start on the same folder."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
manager = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)
windows = []


def open_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=900)
    window.add(view)
    window.show_all()
    windows.append(window)
    view.connect("close", lambda _: close(window))
    window.connect("destroy", lambda _: closed(window))
    return view


def close(window):
    window.destroy()


def closed(window):
    if window in windows:
        windows.remove(window)
    if not windows:
        Gtk.main_quit()


def automation_started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    version = [int(part) for part in (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())]
    info.set_version(*version)
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", automation_started)
Gtk.main()
